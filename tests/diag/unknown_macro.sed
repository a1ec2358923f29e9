s/"@stop"/"@stopp"/
